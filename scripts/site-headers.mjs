/**
 * The permissions of the site in the browser: run its own files, and reach no other host. The policy is in every built page,
 * and in the headers that are worth setting beside it.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const policy = {
  'default-src': ["'none'"],
  // No code made from text, and none written into the page: `public/theme.js` is a file for that reason.
  'script-src': ["'self'"],
  'worker-src': ["'self'"],
  // Monaco writes what it makes of a theme into `<style>` elements, and the places of its lines into `style` attributes
  // of HTML that it sets as text, so neither `style-src-elem` nor `style-src-attr` can be without. Mermaid does both too.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  // The page itself connects to nothing. Audits fetch `robots.txt` in its name, and images could reach its own host anyway.
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
}

/** The policy as a page can carry it, in a `<meta>`. */
export const contentSecurityPolicy = Object.entries(policy)
  .map(([directive, sources]) => [directive, ...sources].join(' '))
  .join('; ')

const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

const page = {
  // Only a header can say which pages may frame the page.
  'Content-Security-Policy': `${contentSecurityPolicy}; frame-ancestors 'self'`,
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cache-Control': 'no-cache',
}

/**
 * The headers that are worth setting, by the path of a file below the place where the site lies. What matches several
 * patterns gets the headers of all of them; no header is repeated, because hosts treat repeats differently.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
export const siteHeaders = {
  '/*': everywhere,
  '/': page,
  '/index.html': page,
  '/theme.js': { 'Cache-Control': 'no-cache' },
  // It fetches the files that it keeps, and goes by its own policy.
  '/sw.js': { 'Cache-Control': 'no-cache', 'Content-Security-Policy': "default-src 'none'; connect-src 'self'" },
  '/assets/*': {
    // Their names change with their content.
    'Cache-Control': 'public, max-age=31536000, immutable',
    // A worker goes by the policy that comes with its own file, not by that of the page.
    'Content-Security-Policy': contentSecurityPolicy,
  },
  // A teacher mends a course while it is taught. Other pages embed its lessons.
  '/courses/*': { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' },
  // Other pages embed it: its modules and scenarios are requested across origins, and `embed.html` is shown in frames. Its
  // own policy is in the page.
  '/embed/*': { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' },
  '/embed.html': { 'Cache-Control': 'no-cache' },
}

/**
 * The headers for one path.
 * @param {string} path `/index.html`
 * @returns {Readonly<Record<string, string>>}
 */
export function headersOf(path) {
  const matching = Object.entries(siteHeaders).filter(([pattern]) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  )
  return Object.assign({}, ...matching.map(([, headers]) => headers))
}
