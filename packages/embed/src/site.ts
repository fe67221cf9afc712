import { AuthzPlayground } from './element.ts'

// On its own line, because bundlers treat `new URL(…, import.meta.url)` as a file to copy.
const { url } = import.meta

// On the built site the module is `embed/authz-playground.js`, one folder below the playground and beside its gallery.
AuthzPlayground.home ??= new URL('../', url).href

export * from './index.ts'
