/** The logs of the gallery's impersonators, by file. */
const LOGS = import.meta.glob<string>('../../../../packages/examples/logs/*.ndjson', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The log of an example: what `teleport-legacy` and `teleport-constrained` show one request of. Undefined where it has none. */
export function exampleLog(exampleId: string): File | undefined {
  const name = `${exampleId.replace(/-(legacy|constrained)$/, '')}.ndjson`
  const text = LOGS[`../../../../packages/examples/logs/${name}`]
  return text === undefined ? undefined : new File([text], name)
}
