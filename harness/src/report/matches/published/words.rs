//! The comparison with published figures in sentences.

use super::readings::{Fit, Reading};
use super::{Meeting, Verdict, among};
use crate::games::LabGame;
use crate::games::WinnerRule;
use crate::plan::Published;
use crate::report::matches::{Report, between, capital, colour, one, two};
use crate::stats::interval::Z;

impl<G: LabGame> Report<'_, G> {
    /// The answer: what other variants would have done, how the figures stand, what made them,
    /// where they are wrong, and how all this was judged.
    pub(in crate::report::matches) fn findings(&self) -> Vec<String> {
        let Some(published) = &self.matches.published else { return Vec::new() };
        let main = self.main_reading();
        let mut lines: Vec<String> = self
            .other_variants()
            .into_iter()
            .filter_map(|variant| self.instead(variant, &main))
            .collect();
        lines.push(self.standing(published, &main));
        lines.extend(
            [self.differing(&main), self.miscounted(), self.fits(), self.chosen()]
                .into_iter()
                .flatten(),
        );
        lines.push(self.judgement());
        lines
    }

    /// What a variant that is no reading gives where its players are others than the first
    /// reading's, colours and winners being those of the main reading.
    fn instead(&self, variant: usize, main: &Reading) -> Option<String> {
        let first = self.readings().first()?.variant;
        let player = |index: usize| self.experiment.contestants[index].player.to_string();
        let both = |meeting: &Meeting| (player(meeting.player), meeting.opponent.map(player));
        let meetings = self.meetings(first).into_iter().zip(self.meetings(variant));
        let changed = meetings.filter(|(page, other)| both(page) != both(other));
        let told: Vec<String> = changed
            .filter_map(|(page, other)| {
                let ours = self.record(&page, &Reading { variant: first, ..*main })?;
                let theirs = self.record(&other, &Reading { variant, ..*main })?;
                Some(self.say(
                    "{} wins **{} %** [{}] instead of {} %",
                    &[
                        &self.title(&page),
                        &one(theirs.win_rate()),
                        &between(theirs.win_interval()),
                        &one(ours.win_rate()),
                    ],
                ))
            })
            .collect();
        let meaning = &self.experiment.meanings[variant];
        let name = if meaning.is_empty() { &self.experiment.variants[variant] } else { meaning };
        let beside = &self.experiment.variants[first];
        (!told.is_empty())
            .then(|| self.say("{}, beside {}: {}.", &[&capital(name), beside, &told.join("; ")]))
    }

    fn standing(&self, published: &Published, main: &Reading) -> String {
        let [agree, borderline, differ] = self.verdicts(main);
        let cells = self.meetings(main.variant).len();
        let under = match self.readings().len() {
            0 | 1 => String::new(),
            _ => self.say(" under **{}**", &[&self.reading_name(main)]),
        };
        let (source, played) = (&published.source, agree + borderline + differ);
        if cells == 1 {
            // Of a single figure nothing is borderline.
            let english = match (played, agree) {
                (0, _) => "The published figure ({}){} has no games of ours beside it yet.",
                (_, 1) => "The published figure ({}){} agrees with our games.",
                _ => "The published figure ({}){} differs from our games.",
            };
            return self.say(english, &[source, &under]);
        }
        let standing = self.say(
            "Of the {} published figures ({}){}, {} agree with our games; borderline: {}, \
             different: {}.",
            &[&cells, source, &under, &agree, &borderline, &differ],
        );
        match cells - played {
            0 => standing,
            unplayed => standing + &self.say(" Not played yet: {}.", &[&unplayed]),
        }
    }

    /// How many figures agree with a reading's games, are borderline, and differ.
    fn verdicts(&self, reading: &Reading) -> [usize; 3] {
        let meetings = self.meetings(reading.variant);
        let verdict =
            |meeting: &Meeting| Some(self.verdict(meeting, self.record(meeting, reading)?).0);
        let verdicts: Vec<Verdict> = meetings.iter().filter_map(verdict).collect();
        [Verdict::Agrees, Verdict::Borderline, Verdict::Differs]
            .map(|wanted| verdicts.iter().filter(|&&verdict| verdict == wanted).count())
    }

    /// The published figures that our games contradict.
    fn differing(&self, main: &Reading) -> Option<String> {
        let differs = |meeting: Meeting| {
            let ours = self.record(&meeting, main)?;
            (self.verdict(&meeting, ours).0 == Verdict::Differs).then(|| {
                self.say(
                    "{} wins **{} %**, not {}",
                    &[&self.title(&meeting), &one(ours.win_rate()), &meeting.percent()],
                )
            })
        };
        let differing: Vec<String> =
            self.meetings(main.variant).into_iter().filter_map(differs).collect();
        (!differing.is_empty()).then(|| self.say("In our games {}.", &[&differing.join("; ")]))
    }

    /// Of the figures that are right by the faulty winner count and wrong by the rules the one that
    /// it changed most, where the source says by which rule it counts.
    fn miscounted(&self) -> Option<String> {
        let [faulty @ WinnerRule::Tutorial { .. }, right] = self.matches.winners.as_slice() else {
            return None;
        };
        if self.is_open() {
            return None;
        }
        let main = self.main_reading();
        let rates = |meeting: Meeting| {
            let score = |rule| self.record(&meeting, &Reading { rule, ..main });
            let (counted, corrected) = (score(*faulty)?, score(*right)?);
            let verdicts = [counted, corrected].map(|score| self.verdict(&meeting, score).0);
            (verdicts == [Verdict::Agrees, Verdict::Differs])
                .then(|| (meeting, counted.win_rate(), corrected.win_rate()))
        };
        let gain = |&(_, counted, corrected): &(Meeting, f64, f64)| (corrected - counted).abs();
        let changed = self.meetings(main.variant).into_iter().filter_map(rates);
        let (meeting, counted, corrected) = changed.max_by(|a, b| gain(a).total_cmp(&gain(b)))?;
        let side = |side| self.language.word(&capital(colour(side)));
        Some(self.say(
            "**The published {} % for {} as {} is a counting mistake**: the page takes an empty \
             square off Black's discs and adds two to White's. Counted its way we get {} %, by the \
             rules **{} %**.",
            &[
                &meeting.percent(),
                &self.name(meeting.player),
                &meeting.side.map_or_else(String::new, side),
                &one(counted),
                &one(corrected),
            ],
        ))
    }

    /// How well the readings fit, and how sure that makes any of them.
    fn fits(&self) -> Option<String> {
        const NAMED: usize = 6;
        let fits = self.by_fit();
        if fits.len() < 2 {
            return None;
        }
        let possible = fits.iter().filter(|(_, fit)| fit.chance >= 0.05).count();
        let clear = fits.iter().filter(|(reading, _)| self.verdicts(reading)[2] == 0).count();
        let told: Vec<String> = fits.iter().take(NAMED).map(|one| self.fit_in_words(one)).collect();
        let rest = if fits.len() > NAMED {
            self.say("; the others fit worse", &[])
        } else {
            String::new()
        };
        let all = match clear {
            0 => self.say("each has a figure that differs", &[]),
            1 => self.say("1 has no figure that differs", &[]),
            count => self.say("{} have no figure that differs", &[&count]),
        };
        Some(self.say(
            "Of {} readings, {}. All figures together do not rule out {} of them. With χ² over the \
             {} figures, and the probability of so great a sum by chance, the best first: {}{}.",
            &[&fits.len(), &all, &possible, &self.meetings(0).len(), &told.join("; "), &rest],
        ))
    }

    fn fit_in_words(&self, (reading, fit): &(Reading, Fit)) -> String {
        let chance = match fit.chance {
            small if small < 0.001 => "p < 0.001".to_owned(),
            chance => format!("p = {chance:.3}"),
        };
        format!("{} {:.1} ({chance})", self.reading_name(reading), fit.sum)
    }

    /// What was chosen after seeing the figures, as the file says.
    fn chosen(&self) -> Option<String> {
        let published = self.matches.published.as_ref()?;
        (!published.chosen.is_empty()).then(|| published.chosen.clone())
    }

    /// How a verdict is reached.
    fn judgement(&self) -> String {
        let (meetings, games) = (self.meetings(0), self.published_games());
        let cells = meetings.len();
        let is_rounded = meetings.iter().any(|meeting| self.rounding(meeting) > 0.0);
        let is_whole = meetings.iter().all(|meeting| meeting.decimals == 0);
        let parts = match (is_rounded, is_whole) {
            (true, true) => {
                "games, of the {} published ones and of the rounding to whole per cents"
            }
            (true, false) => "games, of the {} published ones and of their rounding",
            (false, _) => "games and of the {} published ones",
        };
        let parts = self.say(parts, &[&games]);
        if cells == 1 {
            return self.say(
                "A published figure agrees if it lies within {} standard errors of our rate, else \
                 it differs. The standard error, by the rate of both together, combines that of \
                 our {}.",
                &[&two(Z), &parts],
            );
        }
        self.say(
            "A published figure agrees if it lies within {} standard errors of our rate. It is \
             borderline within {}, a limit that the farthest of {} correct figures keeps 95 \
             times in 100. Beyond that it differs. The standard error, by the rate of both \
             together, combines that of our {}.",
            &[&two(Z), &two(among(cells)), &cells, &parts],
        )
    }
}
