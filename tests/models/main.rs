//! Models of the project's own concurrent structures.
//!
//! The files of the structures are compiled here once more, word for word, with a model
//! checker's atomics, locks and channels in the place of `core::sync`. The checker runs a
//! few threads in thousands of orders of their steps: shuttle for every structure, in random
//! orders, as if memory were one for all threads; loom for the claim of a slot, in every order
//! and with all that relaxed memory allows. A control beside each model breaks the
//! structure and expects the model to fail.
mod algorithms;
mod check;
mod core;
mod visited;

use searchrig::open;
