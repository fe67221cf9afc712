export type { Kubeconfig, KubeconfigContext, KubeconfigCredential } from './kubeconfig.ts'
export { type PartError, type PastedPart, recognise } from './recognise.ts'
