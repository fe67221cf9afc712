/** The page asks a newer service worker, which waits, to replace the one that serves all pages now. */
export const UPDATE = 'update'
