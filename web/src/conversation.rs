//! UGI on one thread: a line is carried out, thinking included, before the next one is read.

use std::collections::VecDeque;

use yomi_engine::limits::Stop;
use yomi_protocol::dialect::{Dialect, Next, Urgency};
use yomi_protocol::session::{KINDS, PlayerChoice, Refusal, SearchInfo, Session};
use yomi_protocol::ugi::Ugi;

/// A session with what waits for the end of `go infinite`.
pub struct Conversation {
    ugi: Ugi,
    /// What a search without an end has found, until somebody stops it.
    kept: Option<SearchInfo>,
    waiting: VecDeque<String>,
}

impl Conversation {
    /// A session at the start of a game of Othello. Its player is built when it is first asked:
    /// weights may come later, and many a page never asks. Where there is no memory for it then,
    /// the answer is that there is no move.
    ///
    /// # Errors
    /// None of this player.
    pub fn new() -> Result<Self, Refusal> {
        let session = Session::new(&KINDS[0], None, PlayerChoice::default())?;
        Ok(Self { ugi: Ugi::new(session), kept: None, waiting: VecDeque::new() })
    }

    /// Carries out a line, and those that have waited for it; `tell` hears every line of the
    /// answers when it is known.
    pub fn line(&mut self, line: &str, tell: &mut dyn FnMut(&str)) {
        if let Some(info) = self.kept.take() {
            match self.ugi.urgency(line) {
                Urgency::Waits => self.waiting.push_back(line.to_owned()),
                Urgency::Now => self.carry_out(line, tell),
                Urgency::Interrupts => return self.conclude(&info, tell),
                Urgency::Follows | Urgency::Ends | Urgency::Cancels => {
                    self.waiting.push_back(line.to_owned());
                    return self.conclude(&info, tell);
                }
            }
            self.kept = Some(info);
        } else {
            self.carry_out(line, tell);
        }
    }

    /// The end of a search without an end, and what has waited for it.
    fn conclude(&mut self, info: &SearchInfo, tell: &mut dyn FnMut(&str)) {
        let mut out = String::new();
        self.ugi.finished(info, &mut out);
        out.lines().for_each(&mut *tell);
        while self.kept.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            self.carry_out(&line, tell);
        }
    }

    fn carry_out(&mut self, line: &str, tell: &mut dyn FnMut(&str)) {
        let mut out = String::new();
        let next = self.ugi.line(line, &mut out);
        out.lines().for_each(&mut *tell);
        let Next::Think(task) = next else { return };
        let endless = task.endless;
        let info = task.run(&Stop::default(), &mut |info| {
            let mut out = String::new();
            self.ugi.progress(&info, &mut out);
            out.lines().for_each(&mut *tell);
        });
        if endless {
            self.kept = Some(info);
        } else {
            self.conclude(&info, tell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(lines: &[&str]) -> Vec<String> {
        let mut conversation = Conversation::new().expect("a small table");
        let mut answers = Vec::new();
        for line in lines {
            conversation.line(line, &mut |answer| answers.push(answer.to_owned()));
        }
        answers
    }

    #[test]
    fn what_is_asked_during_endless_thinking_waits_for_its_end() {
        let player = "setoption name Player value negamax(depth=1)";
        let end = "position fen ----------OX---------------------------------------------------- b";
        let answers = answers(&[player, end, "go infinite", "query gameover", "isready", "stop"]);
        let rest: Vec<&str> = answers.iter().map(String::as_str).collect();
        let place = |text: &str| rest.iter().position(|line| *line == text).expect(text);
        assert!(place("readyok") < place("response false"), "{answers:?}");
        let last = &rest[place("readyok") + 1..place("response false")];
        let words = ["info ", "bestmove "];
        assert!(last.len() == 2 && (0..2).all(|i| last[i].starts_with(words[i])), "{answers:?}");
    }
}
