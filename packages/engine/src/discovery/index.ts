export { customResources, definedResources } from './custom-resources.ts'
export { isResourceTable, RESOURCE_LINE, type ResourceTable, readResourceTable } from './resource-table.ts'
