// The addresses that are pages of this app. The build lists them for the server (build/pages.ts), which answers all others with 404.

/**
 * "/game/:game": a word after a colon stands for any one part of the address and names it. The server knows which games and
 * players there are.
 */
export const addresses = [
  '/',
  '/play',
  '/play/local',
  '/play/engine',
  '/signin',
  '/account',
  '/player/:player',
  '/games',
  '/settings',
  '/lobby',
  '/game/:game',
  '/analysis',
  '/analysis/:game',
  '/editor',
  '/learn',
  '/learn/:lesson',
  '/rules',
] as const;
