//! Following a depot: what changes there is put in force here.

use std::sync::Arc;

use super::clerk::{ChangeRefused, Changed, Clerk, Draft};
use super::depot::{Depot, DepotError};
use super::manifest::{Listed, Manifest, Taken};

/// Keeps a court in step with a depot.
#[derive(Debug)]
pub struct Follower {
    clerk: Arc<Clerk>,
    depot: Depot,
    /// The longest text, in bytes when unpacked.
    text_limit: usize,
    taken: Taken,
}

/// Why an edition of a depot isn't in force.
#[derive(Debug, thiserror::Error)]
pub enum NotTaken {
    /// It couldn't be fetched.
    #[error(transparent)]
    Depot(#[from] DepotError),
    /// It was refused.
    #[error(transparent)]
    Refused(#[from] ChangeRefused),
}

/// What one look at a depot has brought.
#[derive(Debug, Default)]
pub struct Step {
    /// What was put in force.
    pub changed: Vec<Changed>,
    /// The lexicons that were dismissed.
    pub dismissed: Vec<String>,
    /// What couldn't be taken over: everything stays as it was, and the next look tries again.
    pub failed: Vec<(Listed, NotTaken)>,
}

impl Follower {
    /// Follows a depot whose texts have at most so many bytes when unpacked.
    #[must_use]
    pub fn new(clerk: Arc<Clerk>, depot: Depot, text_limit: usize) -> Self {
        let taken = clerk.taken();
        Self { clerk, depot, text_limit, taken }
    }

    /// Looks at the depot and takes over what has changed.
    ///
    /// # Errors
    /// The depot can't be listed; everything stays as it was.
    pub async fn step(&mut self) -> Result<Step, DepotError> {
        let mut step = Step::default();
        let Some(listing) = self.depot.list(self.taken.tag.as_deref()).await? else { return Ok(step) };
        let manifest = listing.manifest;
        for listed in &manifest.editions {
            let is_first = manifest.first_of(&listed.name) == Some(listed);
            match self.take(listed, is_first).await {
                Ok(changed) => step.changed.extend(changed),
                Err(error) => step.failed.push((listed.clone(), error)),
            }
        }
        self.dismiss_all_but(&manifest, &mut step);
        let has_failed = |listed: &Listed| step.failed.iter().any(|(failed, _)| failed == listed);
        let editions = manifest.editions.into_iter().filter(|listed| !has_failed(listed)).collect();
        self.taken = Taken { tag: step.failed.is_empty().then_some(listing.tag), editions };
        let (clerk, taken) = (Arc::clone(&self.clerk), self.taken.clone());
        let noted = tokio::task::spawn_blocking(move || clerk.note_taken(taken)).await;
        noted.unwrap_or_else(|failed| std::panic::resume_unwind(failed.into_panic()));
        Ok(step)
    }

    /// Takes an edition over, unless that has been done.
    async fn take(&self, listed: &Listed, is_first: bool) -> Result<Option<Changed>, NotTaken> {
        let was_first = self.taken.editions.iter().find(|taken| taken.name == listed.name) == Some(listed);
        if self.taken.editions.contains(listed) && (was_first || !is_first) {
            return Ok(None);
        }
        let words = self.depot.fetch(&listed.words, self.text_limit).await?;
        let categories = match &listed.categories {
            Some(file) => self.depot.fetch(file, self.text_limit).await?,
            None => String::new(),
        };
        let draft = Draft {
            name: listed.name.clone(),
            edition: Some(listed.edition.clone()),
            words: Some(words),
            categories: Some(categories),
        };
        let clerk = Arc::clone(&self.clerk);
        let enact = move || if is_first { clerk.enact(draft) } else { clerk.hold(draft) };
        let enacted = tokio::task::spawn_blocking(enact).await;
        let changed = enacted.unwrap_or_else(|failed| std::panic::resume_unwind(failed.into_panic()))?;
        Ok(Some(changed).filter(|changed| is_first && changed.before.as_ref() != Some(&changed.now)))
    }

    /// Dismisses what came from the depot and is there no longer.
    fn dismiss_all_but(&self, manifest: &Manifest, step: &mut Step) {
        let names: Vec<&str> = manifest.names();
        let mut gone: Vec<&str> = self.taken.editions.iter().map(|listed| listed.name.as_str()).collect();
        gone.dedup();
        for name in gone.into_iter().filter(|name| !names.contains(name)) {
            if self.clerk.dismiss(name).is_ok() {
                step.dismissed.push(name.to_owned());
            }
        }
    }
}
