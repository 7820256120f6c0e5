// The shop's reducers in a program of their own, which `fluxtape replay LOG --host .build/debug/shop-host` asks:
//
//   shop-host [--negative-total]
//
// With --negative-total the cart's reducer has the bug that samples/logs/shop-negative-total.jsonl is recorded with.

import FluxtapeReplay
import ShopStores

ReplayHost.shop(cartFlaw: CommandLine.arguments.contains("--negative-total") ? .retryTakenForPaid : nil).run()
