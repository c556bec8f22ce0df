"""`python -m tests.servers COMMAND…`: run a command with a temporary PostgreSQL and Valkey server."""

import os
import subprocess
import sys

from tests.servers.postgres import running_postgres
from tests.servers.valkey import running_valkey

if __name__ == "__main__":
    with running_postgres(fsync=False) as postgres, running_valkey() as valkey:
        where = {"DATABASE_URL": postgres.url("trionfo"), "REDIS_URL": valkey.url, "ALLOWED_HOSTS": "*"}
        sys.exit(subprocess.run(sys.argv[1:], env=os.environ | where, check=False).returncode)
