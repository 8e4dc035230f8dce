// The time of day as state, for what counts down on the page; it runs only while somebody looks at it.
import { createSubscriber } from 'svelte/reactivity';

const kEvery = 100;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, kEvery);
  return () => clearInterval(timer);
});

/** Call it in markup or $derived to have that computed anew ten times a second. */
export function ticking(): void {
  subscribe();
}
