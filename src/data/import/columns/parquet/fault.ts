/** What is wrong with a Parquet file, as the end of the sentence that names the file and the place. */
export class ParquetFault extends Error {}
