export { defaultRoles } from '../../cluster/index.ts'
