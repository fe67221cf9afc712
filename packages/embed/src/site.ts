import { AuthzPlayground } from './element.ts'

// Not in one expression with what is made of it: bundlers take that for a file to copy.
const { url } = import.meta

// The module as the built site has it: `embed/authz-playground.js`, one folder below the playground and beside its gallery.
AuthzPlayground.home ??= new URL('../', url).href

export * from './index.ts'
