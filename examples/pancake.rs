//! A domain of one's own, with the whole command line: ten pancakes to sort by
//! turning over the top of the stack (Dweighter 1975). Try
//! `cargo run --release --example pancake -- solve pancake --algorithm astar --format text --path`
//! with `3 1 2 10 9 8 7 6 5 4` on standard input.
use searchrig::core::{
    Backward, Capabilities, Cost, Domain, Heuristic, JudgeText, Rng, StateSpace, TextError, ends_early,
    random_walk, tokens,
};
use std::fmt;
use std::str::FromStr;

const PANCAKES: u32 = 10;

/// A stack: pancake i from the top in bits 4 i to 4 i + 3.
#[derive(Clone, Debug)]
struct Pancake {
    start: u64,
}

fn sorted() -> u64 {
    (0..PANCAKES).fold(0, |stack, i| stack | u64::from(i) << (4 * i))
}
fn pancakes(stack: u64) -> impl Iterator<Item = u32> {
    (0..PANCAKES).map(move |i| (stack >> (4 * i) & 15) as u32)
}
/// The stack with its top `n` pancakes turned over.
fn turned(stack: u64, n: u32) -> u64 {
    let rest = stack >> (4 * n) << (4 * n);
    pancakes(stack).take(n as usize).fold(0, |top, pancake| top << 4 | u64::from(pancake)) | rest
}

impl StateSpace for Pancake {
    type State = u64;
    const UNDIRECTED: bool = true;
    fn initial_states(&self) -> Vec<u64> {
        vec![self.start]
    }
    #[inline]
    fn is_goal(&self, stack: u64) -> bool {
        stack == sorted()
    }
    #[inline]
    fn expand(&self, stack: u64, mut emit: impl FnMut(u64, Cost)) {
        (2..=PANCAKES).for_each(|n| emit(turned(stack, n), 1));
    }
}
impl Backward for Pancake {
    fn goal_states(&self) -> Vec<u64> {
        vec![sorted()]
    }
}

/// Neighbours that do not belong together: each turn mends at most one such gap (Helmert 2010).
struct Gap;
impl Heuristic<Pancake> for Gap {
    const NAME: &'static str = "gap";
    const ABOUT: &'static str = "Neighbours that do not belong together (Helmert 2010)";
    const CONSISTENT: bool = true;
    fn new(_: &Pancake) -> Self {
        Self
    }
    #[inline]
    fn h(&self, _: &Pancake, stack: u64) -> Cost {
        let below = pancakes(stack).skip(1).chain([PANCAKES]);
        pancakes(stack).zip(below).filter(|(a, b)| a.abs_diff(*b) != 1).count() as Cost
    }
}

/// Stacks have one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ten;
impl fmt::Display for Ten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PANCAKES}")
    }
}
impl FromStr for Ten {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "10" { Ok(Self) } else { Err("expected 10".to_string()) }
    }
}

impl Domain for Pancake {
    const NAME: &'static str = "pancake";
    const ABOUT: &'static str = "Sort ten pancakes by turning over the top of the stack (Dweighter 1975)";
    const SIZES: &'static [&'static str] = &["10"];
    type Size = Ten;
    fn size(&self) -> Ten {
        Ten
    }
    fn parse(size: Ten, initial: &str, _: &str) -> Result<Self, TextError> {
        let mut read = Self::read(size, initial)?.instances;
        read.pop().ok_or_else(|| ends_early(initial, "a stack has 10 numbers"))
    }
    fn initial_text(&self) -> String {
        self.state_text(self.start)
    }
    fn goal_text(&self) -> String {
        String::new()
    }
    fn line(&self) -> String {
        self.initial_text()
    }
    fn read(_: Ten, text: &str) -> Result<JudgeText<Self>, TextError> {
        let tokens: Vec<_> = tokens(text).collect();
        let mut instances = Vec::new();
        for stack in tokens.chunks(PANCAKES as usize) {
            let (mut start, mut seen) = (0, 0u32);
            for (place, token) in stack.iter().enumerate() {
                let pancake = token.number("a pancake", 1, PANCAKES)? - 1;
                if seen >> pancake & 1 == 1 {
                    return Err(token.error("expected every pancake once"));
                }
                seen |= 1 << pancake;
                start |= u64::from(pancake) << (4 * place);
            }
            if stack.len() < PANCAKES as usize {
                return Err(ends_early(
                    text,
                    format_args!("stack {} has {} of 10 numbers", instances.len() + 1, stack.len()),
                ));
            }
            instances.push(Self { start });
        }
        Ok(JudgeText { sets: vec![instances.len()], instances })
    }
    fn write(instances: &[Self]) -> String {
        instances.iter().map(|instance| instance.line() + "\n").collect()
    }
    fn answer(&self, path: Option<&[u64]>) -> String {
        path.map_or("-1".to_string(), |path| (path.len() - 1).to_string())
    }
    fn start(size: Ten, from: Option<&str>) -> Result<Self, TextError> {
        from.map_or(Ok(Self { start: sorted() }), |text| Self::parse(size, text, ""))
    }
    fn state_text(&self, stack: u64) -> String {
        pancakes(stack).map(|pancake| (pancake + 1).to_string()).collect::<Vec<_>>().join(" ")
    }
    fn move_name(&self, from: u64, to: u64) -> String {
        let n = (2..=PANCAKES).find(|&n| turned(from, n) == to).expect("a move turns over some pancakes");
        format!("turn {n}")
    }
    fn uniform(_: Ten, rng: &mut Rng) -> Self {
        let mut order: Vec<u64> = (0..u64::from(PANCAKES)).collect();
        rng.shuffle(&mut order);
        Self { start: order.iter().fold(0, |stack, pancake| stack << 4 | pancake) }
    }
    fn walk(_: Ten, steps: u32, rng: &mut Rng) -> Self {
        let start = random_walk(&Self { start: sorted() }, sorted(), steps, rng);
        Self { start }
    }
    fn capabilities(offer: &mut impl Capabilities<Self>) {
        offer.words();
        offer.backward();
        offer.heuristic::<Gap>();
    }
}

searchrig::main!(Pancake);
