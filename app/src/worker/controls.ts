import type { Diagnostic, SettingKey } from '@authz-playground/engine'

/** Fixes that name the controls of the page. */
const FIXES: Readonly<Record<SettingKey, string>> = {
  'default-roles': 'Switch on the default roles in the cluster settings if its rules are to count.',
  'access-rules': 'Choose authorizers with AccessRules in the cluster settings.',
  'request-body': 'kubectl makes this body from files or from the stored object: write it in the form or in HTTP.',
  requestor: 'Choose the requestor under “Who asks”.',
}

/** Diagnostics whose fixes name the controls of the page, where it has one for the input that the fix is about. */
export function withControlsOfPage(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((one) => (one.setting === undefined ? one : { ...one, fix: FIXES[one.setting] }))
}
