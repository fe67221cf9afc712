import type { KubectlCall } from './call.ts'

/** Notes that the object is not built. */
export function bodyLeftOut(call: KubectlCall): void {
  call.note(
    'body-left-out',
    call.span,
    'The object that kubectl puts together is left out of the request. No check reads it.',
  )
}

/** Marks a command that lacks a flag it cannot do without. */
export function needFlag(call: KubectlCall, name: string): void {
  if (call.flag(name) !== undefined) return
  const message = `"kubectl ${call.invocation.command}" needs --${name}.`
  call.error('missing-flag', call.span, message, `--${name}=VALUE`, `required flag(s) "${name}" not set`)
}
