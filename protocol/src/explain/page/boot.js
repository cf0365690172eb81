// Begins with the searches that the page holds.
const button = document.querySelector('[data-part="language"]');
const steps = stepper(
  document,
  JSON.parse(document.querySelector('[data-part="data"]').textContent),
  document.documentElement.lang,
);
button.addEventListener("click", () => {
  const language = document.documentElement.lang === "en" ? "ja" : "en";
  document.documentElement.lang = language;
  steps.speak(language);
});
