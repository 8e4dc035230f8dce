// Where to go after signing in: an address of this site that a link asked for, and never another site's.

/** Any base will do: what stays within it is a path of whatever site this is. */
const kBase = 'https://here.invalid';

/** The path in `?next=` of an address's query; `otherwise` if there is none, or if it leads elsewhere. */
export function safeNext(search: string, otherwise = '/'): string {
  const wanted = new URLSearchParams(search).get('next');
  if (wanted === null || !wanted.startsWith('/')) return otherwise;
  let url: URL;
  try {
    url = new URL(wanted, kBase);
  } catch {
    return otherwise;
  }
  // "//host" and "/\host" are other sites; "/.//host" becomes one when its path is used as an address.
  if (url.origin !== kBase || url.pathname.startsWith('//')) return otherwise;
  // The server's own addresses are no pages, and signing in twice leads nowhere.
  if (url.pathname.startsWith('/api/') || url.pathname === '/ws' || url.pathname === '/signin') return otherwise;
  return url.pathname + url.search;
}

/** The address of the sign-in page that comes back to here. */
export function signInAddress(back: string, tab?: 'up'): string {
  const query = new URLSearchParams();
  if (tab !== undefined) query.set('tab', tab);
  if (back !== '/' && !back.startsWith('/signin')) query.set('next', back);
  const written = query.toString();
  return written === '' ? '/signin' : `/signin?${written}`;
}
