//! Definitions and method, the same on every page.

pub(super) const METHOD: &str = "\
<dl class=\"method\">
<dt>answered</dt><dd>Every repeat of the instance ran to its end: solved, proved unsolvable, or nothing within the depth limit.
Its value is the median of its repeats, its status the gravest of them.</dd>
<dt>own, common</dt><dd><i>Own</i> is over the instances that a configuration answered itself; easy ones weigh more for whoever answers
fewer. <i>Common</i> is over those that every configuration of the domain answered: only these columns compare.</dd>
<dt>PAR-2</dt><dd>Mean time over all instances; one without an answer counts as twice the time limit. Read it beside n/N, the answered of all.</dd>
<dt>time</dt><dd>Geometric mean shifted by 1 ms: times well below that hardly weigh. Setting up and tearing down are not in it.</dd>
<dt>×</dt><dd>Geometric mean of each instance's ratio to the reference, over the n instances that both answered and where neither
value is 0. Below 1 is less than the reference.</dd>
<dt>95 % interval</dt><dd>Below the ratio of times: a cluster bootstrap draws instances, then repeats within each (2,000 times, seed 1; fewer
times above 100 instances). It speaks of instances like these on this machine. One instance or one repeat has none.</dd>
<dt>layers</dt><dd>The states at each distance from the start of the named instance, counted by visiting the whole space apart from the runs.
Spaces of more than two million states, and those whose states are not numbered, have none.</dd>
<dt>expanded</dt><dd>States whose successors were produced. A goal that is popped and recognised is not expanded.</dd>
<dt>generated</dt><dd>Successors produced, duplicates included; start states are not.</dd>
<dt>exact, bounded, noisy</dt><dd>Exact counts are the same in every run and compared with equality. Bounded ones vary with the timing of
threads, the cost does not. Noisy ones were cut off by a clock and say nothing.</dd>
<dt>goal test</dt><dd>The breadth-first family tests goals when a state is generated, the A* family when it is expanded.</dd>
<dt>a dash</dt><dd>Not measured, or not to be computed. Geometric means of counts leave out zeros: the start is a goal.</dd>
<dt>answers</dt><dd>Every solution is replayed step by step, independently of the search that found it; one that fails is <i>invalid</i>.</dd>
</dl>
";
