/** Tells people who use a screen reader what changed. */
export function announce(text: string): void {
  const status = document.getElementById('announcements');
  if (!status) return;
  // The same text twice is announced twice only if it differs.
  status.textContent = status.textContent === text ? `${text}\u00a0` : text;
}
