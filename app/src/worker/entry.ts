// WebKit evaluates the entry of a worker a second time when a chunk imports it. So no chunk may import this file, and
// the whole worker is in `worker.ts`.
import './worker.ts'
