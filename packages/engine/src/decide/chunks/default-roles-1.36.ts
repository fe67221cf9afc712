export { defaultRolesKeptWhole as defaultRoles } from '../../cluster/index.ts'
