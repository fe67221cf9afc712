import { manifestFiles, withManifest } from '@authz-playground/engine/internal/kubectl'

/** A kubectl command with the text of dropped files in the place of those that it names. Undefined where it names none. */
export function withDroppedFiles(command: string, texts: readonly string[]): string | undefined {
  if (manifestFiles(command).files.length === 0) return undefined
  return withManifest(command, texts.map((text) => (text.endsWith('\n') ? text : `${text}\n`)).join('---\n'))
}
