//! The `searchrig` command.
searchrig::main!();
