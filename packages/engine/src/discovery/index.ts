export { customResources, definedResources } from './custom-resources.ts'
export { isResourceTable, RESOURCE_LINE, readResourceTable } from './resource-table.ts'
