export type { Kubeconfig, KubeconfigContext, KubeconfigCredential } from './kubeconfig.ts'
export { looksLikeScenario } from './looks-like-scenario.ts'
export { type PartError, type PastedPart, recognise } from './recognise.ts'
