// The game of the Play room, kept for a reload: telephones drop pages that are not looked at.

const KEY = "game";

// Keeps what is needed to go on, for as long as the tab is open and if the browser can.
export const keep = (game) => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(game));
  } catch {
    // The game holds for this visit.
  }
};

// What was kept before the page was loaded; null if that is nothing.
export const kept = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
};
