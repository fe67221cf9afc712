// The whole reader of Markdown. A chunk of its own, because few lessons need it.
export { readProse } from '@authz-playground/prose'
