// Says of a request that no API server serves its resource.
export { customResourcesOf } from '../../cluster/index.ts'
export { withUnserved } from '../unserved.ts'
