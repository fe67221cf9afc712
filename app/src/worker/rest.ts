// The parts that few first answers need: the other designs, the other forms of a request, and the texts of a cluster
// beside its policy.
export { defaultRoles, readRequest } from '@authz-playground/engine'
export { loadAllChunks } from '@authz-playground/engine/internal/decide'
