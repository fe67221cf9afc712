// A chunk of its own, for the few commands with `--raw`.
export { RAW_READING } from '@authz-playground/engine'
