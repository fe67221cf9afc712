// What tells what to type where a text is no YAML, in a chunk of its own: few scenarios that are published are none.
export { readScenarioDocument } from '@authz-playground/engine/scenario-file'
