// How a clock is read: minutes and seconds, tenths when they count, days when there are days.

/** Below this a running clock is shown as low, with tenths. */
export const lowMs = 10_000;

/** "4:31", "1:02:09", "9.4", for one who counts down. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < lowMs) return (Math.floor(left / 100) / 10).toFixed(1);
  // A second that has begun is still there.
  const seconds = Math.ceil(left / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours > 0 ? `${String(hours)}:${two(minutes)}:${two(seconds % 60)}` : `${String(minutes)}:${two(seconds % 60)}`;
}
