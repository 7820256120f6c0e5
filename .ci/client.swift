// The program of the client package that `.ci/run` makes: an app that links `Fluxtape` and `FluxtapeStores` and nothing else.

import Fluxtape
import FluxtapeStores

print("linked")
