//! What the threads of a search share, word for word.
#![expect(dead_code, reason = "the models use what threads do at the same time")]
#[path = "../../src/algorithms/chunks.rs"]
mod chunks;
mod grants;
#[path = "../../src/algorithms/inboxes.rs"]
mod inboxes;
#[path = "../../src/algorithms/layer_words.rs"]
mod layer_words;
mod layers;
mod messages;
#[path = "../../src/algorithms/nodes.rs"]
mod nodes;
mod open_list;
#[path = "../../src/algorithms/race.rs"]
mod race;
#[path = "../../src/algorithms/shared_open.rs"]
mod shared_open;
#[path = "../../src/algorithms/step.rs"]
mod step;
mod subtrees;
#[path = "../../src/algorithms/team.rs"]
mod team;
mod workers;
