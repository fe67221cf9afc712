// Says of a request that no API server serves its resource.
export { discoveryOf } from '../../cluster/index.ts'
export { withUnserved } from '../unserved.ts'
