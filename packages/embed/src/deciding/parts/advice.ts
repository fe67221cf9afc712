// A chunk of its own, for scenarios with something wrong in them: what to type instead.
export { POLICY_ADVICE } from '@authz-playground/engine'
