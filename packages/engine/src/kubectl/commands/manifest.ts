import type { KubectlCall } from './call.ts'

/** Reports that a command gets its object from a manifest, so its request is not known. */
export function refuseManifest(call: KubectlCall, method: string): void {
  const file = call.flag('filename') ?? call.flag('kustomize')
  const { command } = call.invocation
  const message =
    file === undefined
      ? `Expected a type and a name after "kubectl ${command}".`
      : `"kubectl ${command}" gets type and name from a manifest, and the playground reads no manifests in commands.`
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
