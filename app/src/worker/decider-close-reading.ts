// What reads closely: a chunk of its own, loaded with the first policy that needs it or with the rest of the worker.
export { CLOSE_READING } from '@authz-playground/engine'
