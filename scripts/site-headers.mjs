/**
 * What the site may do, said to the browser: run its own files, and reach nobody. It stands in every page that is built,
 * and in the headers that are worth setting beside it (docs/hosting.md).
 */
const policy = {
  'default-src': ["'none'"],
  // No code made from text, none written into the page: `public/theme.js` is a file for that reason.
  'script-src': ["'self'"],
  'worker-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
}

/** @param {Readonly<Record<string, readonly string[]>>} directives */
function written(directives) {
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

/** The policy as a page can carry it, in a `<meta>`. */
export const contentSecurityPolicy = written(policy)
