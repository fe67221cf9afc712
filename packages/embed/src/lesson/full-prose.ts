// The whole reader of Markdown. A chunk of its own, because few lessons need it.
export { readProse } from '@authz-playground/prose'
export { default as fullProseStyle } from './full-prose.css?inline'
