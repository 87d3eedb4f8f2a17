//! The worker's side: reads requests, does the runs, writes the replies.
use super::protocol::{Hello, Named, Reply, Request};
use crate::dataset;
use crate::experiment::execute::sizes;
use crate::experiment::pin::Place;
use crate::experiment::plan::{Plan, Run};
use crate::experiment::runner::{Done, Worker};
use crate::experiment::{Cancel, Error, Pinning, Source};
use crate::registry::Registry;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

/// Serves one driver until it quits or goes away.
///
/// # Errors
/// If a line cannot be read or written.
pub fn serve(registry: &Registry, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    send(&mut output, &Reply::Hello(Hello::here()))?;
    let (plan, place, alone) = loop {
        match receive(&mut input)? {
            None | Some(Ok(Request::Quit)) => return Ok(()),
            Some(Ok(Request::Load { name, experiment, instances, pin, alone })) => {
                let source = Source { name, folder: PathBuf::new(), text: experiment };
                match load(registry, &source, &instances, pin) {
                    Ok((plan, place)) => break (plan, place, alone),
                    Err(error) => send(&mut output, &Reply::Error(error.to_string()))?,
                }
            }
            Some(Ok(Request::Run { .. })) => refuse(&mut output, "a run before any experiment was loaded")?,
            Some(Err(wrong)) => refuse(&mut output, &wrong)?,
        }
    };
    let named = plan.combinations.iter().map(|c| Named {
        domain: c.domain.to_string(),
        configuration: c.label.clone(),
        threads: c.setup.threads as u32,
    });
    send(&mut output, &Reply::Loaded(named.collect()))?;
    let sizes = sizes(&plan);
    let mut worker = Worker::new(&plan, &sizes, false, &Cancel::default()).pinned(place).alone(alone);
    loop {
        let reply = match receive(&mut input)? {
            None | Some(Ok(Request::Quit)) => return Ok(()),
            Some(Ok(Request::Run { instance, configuration, round, batch })) => {
                let run = Run { instance, combination: configuration, round };
                match fits(&plan, run) {
                    Ok(()) => {
                        worker.set_batch(run, batch);
                        do_run(&mut worker, run, alone, &mut output)?
                    }
                    Err(wrong) => Err(wrong),
                }
            }
            Some(Ok(Request::Load { .. })) => Err("an experiment is loaded already".to_string()),
            Some(Err(wrong)) => Err(wrong),
        };
        send(&mut output, &reply.unwrap_or_else(Reply::Error))?;
    }
}

fn load(
    registry: &Registry,
    source: &Source,
    instances: &str,
    pin: bool,
) -> Result<(Plan, Option<Place>), Error> {
    let set = dataset::read_csv(registry, "instances.csv", instances).map_err(Error::Input)?;
    let plan = Plan::over(set, &source.parse()?, source, registry)?;
    let pinning = pin.then(|| Pinning::new(1, plan.threads())).transpose()?;
    Ok((plan, pinning.map(|pinning| pinning.place(0))))
}

/// Whether the instance and the configuration of a run are there, and go together.
fn fits(plan: &Plan, run: Run) -> Result<(), String> {
    let entry = plan.set.entries.get(run.instance);
    let entry = entry.ok_or_else(|| {
        format!("instance {}: expected 0 to {}", run.instance, plan.set.entries.len().saturating_sub(1))
    })?;
    let combination = plan.combinations.get(run.combination).ok_or_else(|| {
        format!(
            "configuration {}: expected 0 to {}",
            run.combination,
            plan.combinations.len().saturating_sub(1)
        )
    })?;
    let domain = plan.set.groups[entry.group].domain;
    if combination.domain != domain {
        let (label, of) = (&combination.label, combination.domain);
        return Err(format!("`{label}` is a configuration of {of}, and the instance is of {domain}"));
    }
    Ok(())
}

/// Does a run; what goes before its row is written here.
fn do_run(
    worker: &mut Worker<'_>,
    run: Run,
    alone: bool,
    output: &mut impl Write,
) -> io::Result<Result<Reply, String>> {
    let mut said = Ok(());
    let done = worker.run_saying(run, &mut || {
        if alone {
            said = send(output, &Reply::Searching);
        }
    });
    said?;
    let Some(Done { row, path }) = done else { return Ok(Err("the run was cancelled".to_string())) };
    if let Some(path) = path {
        send(output, &Reply::Path(path))?;
    }
    Ok(Ok(Reply::Row(Box::new(row))))
}

fn receive(input: &mut impl BufRead) -> io::Result<Option<Result<Request, String>>> {
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(serde_json::from_str(&line).map_err(|error| format!("not a request: {error}"))))
}

fn refuse(output: &mut impl Write, why: &str) -> io::Result<()> {
    send(output, &Reply::Error(why.to_string()))
}

fn send(output: &mut impl Write, reply: &Reply) -> io::Result<()> {
    let line = serde_json::to_string(reply).expect("replies hold only plain fields");
    output.write_all(format!("{line}\n").as_bytes())?;
    output.flush()
}
