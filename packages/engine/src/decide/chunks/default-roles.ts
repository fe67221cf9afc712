export { defaultRoles } from '../../authorizers/index.ts'
