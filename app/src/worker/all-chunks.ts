// All that a variant of any scenario may need, and the default roles of every version.
export { defaultRoles } from '@authz-playground/engine'
export { loadAllChunks } from '@authz-playground/engine/internal/decide'
