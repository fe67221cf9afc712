import type { KubectlCall } from './call.ts'

/** That a command takes its object from a manifest, so that what it asks for is not known. */
export function refuseManifest(call: KubectlCall, method: string): void {
  const file = call.flag('filename') ?? call.flag('kustomize')
  const { command } = call.invocation
  const message =
    file === undefined
      ? `Expected "kubectl ${command}" to say what about.`
      : `"kubectl ${command}" takes type and name from a manifest, and manifests are not read here.`
  const raw = command === 'replace' || command === 'create' ? `kubectl ${command} --raw PATH -f -, or ` : ''
  const fix = `Write ${raw}the ${method} request itself as raw HTTP.`
  call.error(
    'manifest',
    file?.span ?? call.span,
    message,
    fix,
    file === undefined ? 'must specify one of -f and -k' : undefined,
  )
}
