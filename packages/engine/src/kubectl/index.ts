export { parametersOf, rawTarget } from './commands/raw.ts'
export { clientGap, impersonationFlags, withoutImpersonationFlags } from './impersonation.ts'
export { readKubectl } from './kubectl.ts'
export {
  type ManifestFile,
  type ManifestFiles,
  manifestFiles,
  plainKustomization,
  withManifest,
} from './manifest-files.ts'
export { JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH } from './patch-types.ts'
export { printKubeconfig } from './print/kubeconfig.ts'
export { printKubectl, rawCommand } from './print/print.ts'
