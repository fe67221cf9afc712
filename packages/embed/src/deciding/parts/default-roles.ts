// A chunk of its own, for scenarios that need it: the roles that kube-apiserver makes itself.
export { defaultRoles } from '@authz-playground/engine'
