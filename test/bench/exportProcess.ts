/** A process that does the export of its argument, as JSON, and prints what it measured, as JSON. */
import process from 'node:process';
import { measureExport } from './measureExport.ts';

const measured = await measureExport(JSON.parse(process.argv[2] ?? ''));
process.stdout.write(JSON.stringify(measured));
