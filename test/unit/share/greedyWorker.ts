/** A thread that ends as one does that uses more memory than is allowed. */
throw Object.assign(new Error('The thread used too much memory.'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
