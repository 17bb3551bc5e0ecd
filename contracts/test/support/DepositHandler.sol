// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayDeposit} from "../../src/CausewayDeposit.sol";
import {TestTetherToken} from "../../src/test-tokens/TestTetherToken.sol";
import {TestToken} from "../../src/test-tokens/TestToken.sol";
import {ReentrantAccount, Refuser} from "./Recipients.sol";
import {Test, Vm} from "./Test.sol";
import {FalseToken, HookToken} from "./Tokens.sol";

/// @dev Makes random deposits and totals up their events.
/// forge also records the logs of reverted calls. Even amounts belong to the handler's calls and count if the call
/// succeeded. Odd amounts belong to the reentrant account's calls and count if it reports success.
contract DepositHandler is Test {
    uint256 public constant FUNDS = 1_000_000;

    CausewayDeposit public immutable bridge;
    TestToken[] public tokens;
    address[] public makers;

    uint256 public depositCount;
    uint256 public refusedCount;
    mapping(address token => mapping(address maker => uint256)) public deposited;

    address[] private _users;
    ReentrantAccount private _reentrant = new ReentrantAccount();

    constructor(CausewayDeposit bridge_) {
        bridge = bridge_;
        tokens.push(TestToken(address(0)));
        tokens.push(new TestToken("USD Coin", "USDC", 6));
        tokens.push(TestToken(address(new TestTetherToken("Tether", "USDT", 6))));
        tokens.push(TestToken(address(new HookToken())));
        tokens.push(new FalseToken());

        makers = [account("maker 0"), account("maker 1"), account("maker 2"), address(new Refuser())];
        makers.push(address(bridge));
        makers.push(address(0));
        _users = [account("user 0"), account("user 1"), address(_reentrant)];
        for (uint256 i; i < _users.length; ++i) {
            vm.deal(_users[i], FUNDS);
            for (uint256 j = 1; j < tokens.length; ++j) {
                tokens[j].mint(_users[i], FUNDS);
                vm.prank(_users[i]);
                TestTetherToken(address(tokens[j])).approve(address(bridge), FUNDS);
            }
        }
    }

    function deposit(uint256 user, uint256 seed, uint256 wrongValue) external {
        address from = _users[user % _users.length];
        (bytes memory call, uint256 value) = _depositCall(seed, 0);
        if (wrongValue % 8 == 7) ++value;
        if (value > from.balance) return;

        vm.recordLogs();
        vm.prank(from);
        (bool done,) = address(bridge).call{value: value}(call);
        if (!done) ++refusedCount;
        vm.assertEq(_recordEvents(done), done ? 1 : 0, "one event for a deposit");
    }

    /// @dev Plans a second deposit of the reentrant account during its next deposit.
    function planReentrantCall(uint256 seed) external {
        (bytes memory call, uint256 value) = _depositCall(seed, 1);
        _reentrant.plan(ReentrantAccount.Trigger.BeforeSending, address(bridge), value, call);
    }

    function balance(uint256 token, address owner) external view returns (uint256) {
        return token == 0 ? owner.balance : tokens[token].balanceOf(owner);
    }

    function tokenCount() external view returns (uint256) {
        return tokens.length;
    }

    function makerCount() external view returns (uint256) {
        return makers.length;
    }

    /// @dev Hashes the input, because the fuzzer prefers small numbers, which would all give the same deposit.
    function _depositCall(uint256 input, uint256 oddity) private view returns (bytes memory call, uint256 value) {
        uint256 seed = uint256(keccak256(abi.encode(input)));
        address token = address(tokens[seed % tokens.length]);
        address maker = makers[(seed >> 8) % makers.length];
        uint256 amount = (seed >> 16) % (FUNDS / 100) * 2 + oddity;
        call = abi.encodeCall(bridge.deposit, ("target", token, maker, amount, seed, seed));
        value = token == address(0) ? amount : 0;
    }

    function _recordEvents(bool done) private returns (uint256 own) {
        bool reentered = _reentrant.reacted() && _reentrant.succeeded();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != address(bridge)) continue;
            (, uint256 amount,,,) = abi.decode(logs[i].data, (string, uint256, uint256, uint256, uint256));
            if (amount % 2 == 0) {
                if (!done) continue;
                ++own;
            } else {
                if (!reentered) continue;
                reentered = false;
            }
            address token = address(uint160(uint256(logs[i].topics[2])));
            ++depositCount;
            deposited[token][address(uint160(uint256(logs[i].topics[3])))] += amount;
        }
    }
}
